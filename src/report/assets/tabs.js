// Tabs: one panel of several is shown; arrow keys move among the tabs, as the ARIA authoring practices describe.

function tabList(host, onShow) {
  const tabs = [...host.querySelectorAll("[role=tab]")],
    panel = tab => byId(tab.getAttribute("aria-controls"));
  let selected = null;

  function select(tab) {
    selected = tab;
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      panel(other).hidden = other !== tab;
    }
    onShow(panel(tab).id);
  }

  host.addEventListener("click", event => {
    const tab = event.target.closest("[role=tab]");
    if (tab) select(tab);
  });
  host.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(selected) + step + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
  return {
    select: id => select(tabs.find(tab => panel(tab).id === id)),
    get shown() {
      return panel(selected).id;
    },
  };
}
