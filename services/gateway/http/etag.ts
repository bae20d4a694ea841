/** Whether the list of an If-Match header names any tag. */
export const namesAny = (header: string): boolean => header.split(',').some((tag) => tag.trim() === '*');

/** Whether the list of an If-Match or If-None-Match header names the tag, or any (`*`). Source: RFC 9110, section 13.1. */
export function namesTag(header: string, etag: string, { weak }: { weak: boolean }): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || (weak ? tag.replace(/^W\//, '') : tag) === etag);
}
