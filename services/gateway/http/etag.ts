/** True if the list of an If-Match header contains `*`. */
export const namesAny = (header: string): boolean => header.split(',').some((tag) => tag.trim() === '*');

/** True if the list of an If-Match or If-None-Match header contains the tag or `*`. Source: RFC 9110, section 13.1. */
export function namesTag(header: string, etag: string, { weak }: { weak: boolean }): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || (weak ? tag.replace(/^W\//, '') : tag) === etag);
}
