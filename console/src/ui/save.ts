/** Hands a text to the browser as a CSV file. */
export function saveCsv(text: string, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
const KEPT_MS = 60_000;
