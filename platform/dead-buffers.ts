import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes in buffers that a stream has left behind until the young ones are collected. V8 does it by itself only once there
 * are 64 MiB of them, since they are outside its heap; a collection takes a few milliseconds.
 */
const MOST_BYTES = 8 * 1_024 * 1_024;

// Adds `gc` to contexts that are made from now on: to this one and no other.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as NodeJS.GCFunction;
setFlagsFromString('--no-expose-gc');

let passed = 0;

/** To be told of the bytes that pass through this process in buffers: keeps its memory from growing with their number. */
export function buffersPassed(bytes: number): void {
  passed += bytes;
  if (passed < MOST_BYTES) return;
  passed = 0;
  collect({ type: 'minor' });
}
