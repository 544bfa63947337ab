/* The behaviour of the HTML report: it filters, copies, and unfolds the target of a link. */
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.getElementById('controls');
  const results = all('.result').map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
  }));

  const chosen = (name) => all(`input[name=${name}]:checked`, form).map(({ value }) => value);

  function filter() {
    const outcomes = chosen('outcome');
    const levels = chosen('level');
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { element, text } of results) {
      const { outcome, level } = element.dataset;
      const fits =
        outcomes.includes(outcome) &&
        levels.includes(level) &&
        words.every((word) => text.includes(word));
      element.hidden = !fits;
      if (fits) shown += 1;
    }
    const narrowed = shown < results.length;
    for (const group of all('.group')) {
      group.hidden = !group.querySelector('.result:not([hidden])');
      if (group.localName === 'details') group.open = narrowed;
    }
    const count = narrowed ? `${shown} of ${results.length}` : `all ${results.length}`;
    document.getElementById('shown').textContent = `${count} checks shown`;
  }

  function unfoldTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.classList.contains('result')) return;
    if (target.hidden) {
      form.reset();
      filter();
    }
    for (let one = target; one; one = one.parentElement) {
      if (one.localName === 'details') one.open = true;
    }
    target.scrollIntoView();
  }

  async function copy(button) {
    const code = button.closest('.curl').nextElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected: copy it with the keyboard';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 3000);
  }

  for (const button of all('.curl button')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', unfoldTarget);
  // A browser may bring back what was chosen before the page was loaded again.
  filter();
  unfoldTarget();
})();
