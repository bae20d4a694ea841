/**
 * Keeps the keyboard focus in the page. An action often removes its own button, at once or after a refetch, and a
 * colleague may remove rows of a list. The browser then focuses the document, without an event.
 */

/**
 * Restores the focus to the element. If that is gone and nothing else has the focus, moves it to the current content.
 */
export function giveFocusBack(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  else if (document.activeElement === null || document.activeElement === document.body) focusContent();
}

/** Focuses the first button of an open dialog, or else the page's content, rather than the top of the document. */
function focusContent(): void {
  const dialog = document.querySelector('dialog[open]');
  const place = dialog === null ? document.getElementById('main') : dialog.querySelector('button');
  place?.focus({ preventScroll: true });
}

/** Active as long as the page is open. Returns the function that stops it. */
export function watchFocus(): () => void {
  let last: Element | null = null;
  let isAsked = false;
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof Element) last = target;
  };
  const check = (): void => {
    isAsked = false;
    const { activeElement: at } = document;
    // A press on an empty area removes the focus on purpose.
    const isLost =
      last !== null && (!last.isConnected || last.matches(':disabled') || last.closest('[hidden]') !== null);
    if ((at === null || at === document.body) && isLost) focusContent();
  };
  const watch = new MutationObserver(() => {
    check();
    if (isAsked) return;
    isAsked = true;
    // A disabled element loses the focus when it is painted.
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
