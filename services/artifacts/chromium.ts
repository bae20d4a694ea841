/** The program to render with: the one that is configured, else the one that the package unpacks. */
export async function chromiumPath(configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  if (path === undefined) throw new Error('No Chromium was found. Set CHROMIUM_PATH to its program.');
  return path;
}
