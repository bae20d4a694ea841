/**
 * Whoever works by keys is never thrown out of the page: what is done often takes its own button away, at once or when the
 * page has asked anew, and a colleague takes rows out of a list. The browser then focuses the document, without an event.
 */

/** To where it was, or, if nothing else has taken it, to what is shown now. */
export function giveFocusBack(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  else if (document.activeElement === null || document.activeElement === document.body) focusContent();
}

/** Of an open question its first button, else the page's content, not the very top of the document. */
function focusContent(): void {
  const dialog = document.querySelector('dialog[open]');
  const place = dialog === null ? document.getElementById('main') : dialog.querySelector('button');
  place?.focus({ preventScroll: true });
}

/** As long as the page is open. Returns how to stop. */
export function watchFocus(): () => void {
  let last: Element | null = null;
  let isAsked = false;
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof Element) last = target;
  };
  const check = (): void => {
    isAsked = false;
    const { activeElement: at } = document;
    // Whoever presses beside everything has left it on purpose.
    const isLost =
      last !== null && (!last.isConnected || last.matches(':disabled') || last.closest('[hidden]') !== null);
    if ((at === null || at === document.body) && isLost) focusContent();
  };
  const watch = new MutationObserver(() => {
    check();
    if (isAsked) return;
    isAsked = true;
    // What is disabled loses the focus when it is drawn.
    requestAnimationFrame(() => setTimeout(check));
  });
  watch.observe(document.body, {
    ...{ childList: true, subtree: true },
    ...{ attributes: true, attributeFilter: ['disabled', 'hidden', 'open'] },
  });
  document.addEventListener('focusin', remember);
  return () => {
    watch.disconnect();
    document.removeEventListener('focusin', remember);
  };
}
