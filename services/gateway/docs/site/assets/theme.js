// Runs before the page is painted, so that it does not flash in the other colours.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const stored = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };
  const apply = () => {
    root.dataset.theme = (stored() ?? (dark.matches ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light';
  };
  dark.addEventListener('change', apply);
  globalThis.toggleTheme = () => {
    try {
      localStorage.setItem('theme', root.dataset.theme === 'dark' ? 'light' : 'dark');
    } catch {
      // Without storage the choice lasts as long as the page.
      root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      return;
    }
    apply();
  };
  apply();
})();
