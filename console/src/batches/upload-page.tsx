/** Placeholder until the file page stands. */
export function UploadPage() {
  return null;
}
