/* Examples in several languages: one is shown, the choice is kept for all pages. Without this all of them are shown. */
const LANGUAGE = 'language';

function stored() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

export function prepareTabs() {
  for (const [number, group] of [...document.querySelectorAll('[data-tabs]')].entries()) {
    const panels = [...group.querySelectorAll('[data-tab]')];
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language of the example');
    const tabs = panels.map((panel, index) => {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = `tab-${number}-${index}`;
      tab.textContent = panel.dataset.tab;
      tab.setAttribute('role', 'tab');
      panel.id ||= `panel-${number}-${index}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.setAttribute('aria-controls', panel.id);
      list.append(tab);
      return tab;
    });
    const choose = (index) => {
      for (const [each, tab] of tabs.entries()) {
        tab.setAttribute('aria-selected', String(each === index));
        tab.tabIndex = each === index ? 0 : -1;
        panels[each].hidden = each !== index;
      }
    };
    const pick = (index) => {
      choose(index);
      tabs[index].focus();
      try {
        localStorage.setItem(LANGUAGE, panels[index].dataset.tab);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    };
    for (const [index, tab] of tabs.entries()) {
      tab.addEventListener('click', () => pick(index));
      tab.addEventListener('keydown', ({ key }) => {
        const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
        if (step !== 0) pick((index + step + tabs.length) % tabs.length);
      });
    }
    group.prepend(list);
    choose(
      Math.max(
        0,
        panels.findIndex(({ dataset }) => dataset.tab === stored()),
      ),
    );
  }
}
