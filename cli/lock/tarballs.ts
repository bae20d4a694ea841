export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What we read of an entry; the others are kept as they are. */
export interface LockedPackage {
  readonly version?: string;
  /** Where the name is not that of its folder: an alias. */
  readonly name?: string;
  readonly resolved?: string;
  /** Packages of a registry have one; ourselves and links have none. */
  readonly integrity?: string;
}

/**
 * The lock file with the address of each package's tarball. Where it lacks them, `npm ci` first asks the registry for
 * all versions of each package, which takes longer than all the rest of it. The host of the addresses is nobody's
 * (RFC 2606, section 2): .npmrc tells npm to put the user's registry in its place.
 */
export function nameTarballs(lock: LockFile): LockFile {
  const packages = Object.entries(lock.packages).map(([path, locked]) => [path, withTarball(path, locked)]);
  return { ...lock, packages: Object.fromEntries(packages) };
}

function withTarball(path: string, locked: LockedPackage): LockedPackage {
  if (locked.integrity === undefined || locked.version === undefined) return locked;
  const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = `${name.slice(name.indexOf('/') + 1)}-${locked.version}.tgz`;
  const resolved = `https://tarballs.invalid/${name}/-/${file}`;
  // Where npm has it: after the version.
  const { resolved: _before, ...rest } = locked;
  const entries = Object.entries(rest).flatMap((entry) =>
    entry[0] === 'version' ? [entry, ['resolved', resolved]] : [entry],
  );
  return Object.fromEntries(entries);
}
