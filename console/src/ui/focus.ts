/**
 * To where it was. What is done often takes its own button away, at once or as soon as the page has asked anew: then the
 * focus goes to the page's content, not to the very top of the document.
 */
export function giveFocusBack(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  else focusContent();
  keepFocus();
}

const focusContent = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** While the page is drawn anew after an act: what is removed loses the focus without an event. */
export function keepFocus(): void {
  const watch = new MutationObserver(() => {
    const { activeElement: at } = document;
    if (at === null || at === document.body) focusContent();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), KEPT_FOCUS_MS);
}
/** Longer than the page takes to show what an act has changed. */
const KEPT_FOCUS_MS = 5_000;
