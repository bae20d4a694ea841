/**
 * Whether arrays and objects are nested in each other more than `levels` deep. Walks without recursion, so that it can
 * guard the functions that do recurse.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let depth = 0; layer.length > 0; depth += 1) {
    const containers = layer.filter((item) => typeof item === 'object' && item !== null);
    if (containers.length > 0 && depth >= levels) return true;
    layer = containers.flatMap((item) => Object.values(item as object));
  }
  return false;
}
