import { spawnSync } from 'node:child_process';

/**
 * `npm run nightly:tools`: installs the Debian packages that tests of the night need beside what npm brings: an engine
 * for containers, a cluster, and Python. Elsewhere those tests are skipped, and named at the end of the run.
 */
const PACKAGES = [
  ...['podman', 'buildah', 'runc', 'debootstrap'],
  ...['containerd', 'containernetworking-plugins', 'ipset', 'iptables', 'conntrack'],
  ...['python3', 'python3-venv'],
];

const isRoot = process.getuid?.() === 0;
const apt = (...args: readonly string[]): void => {
  const [program = '', ...rest] = [...(isRoot ? [] : ['sudo']), 'apt-get', ...args];
  const { status, error } = spawnSync(program, rest, { stdio: 'inherit' });
  if (status === 0) return;
  process.stderr.write(
    `${program} failed: ${error?.message ?? 'see above'}. These packages are of Debian and Ubuntu.\n`,
  );
  process.exit(1);
};

apt('update');
apt('install', '--yes', '--no-install-recommends', ...PACKAGES);
