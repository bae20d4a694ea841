/** 128 random bits. `crypto.randomUUID` exists on HTTPS only, and a stack on another machine may use plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
