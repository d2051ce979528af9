// The message sequence chart: a lifeline for each process and for each channel that buffers messages, one row a step.
// A message is one arrow from its send to its receive: along the row of the send to the channel, down the channel's
// lifeline while it waits, along the row of the receive to the receiver. A rendezvous is a straight arrow. Only the
// rows in view exist. chart(host, {onSelect}).show(run, k)
function chart(host, options = {}) {
  const kRow = 26,
    kHead = 34,
    kSlot = 5;
  let run = null,
    k = 0,
    columns = [],
    drawn = "";
  const head = element("div", { class: "chart-head" }),
    space = element("div", { class: "chart-space" });
  const box = element(
    "div",
    { class: "chart scroll", tabindex: 0, role: "region", "aria-label": "message sequence chart" },
    head,
    space,
  );
  host.replaceChildren(box);
  box.addEventListener("scroll", () => draw(false), { passive: true });
  new ResizeObserver(() => {
    if (run) {
      place();
      draw(true);
    }
  }).observe(box);

  // Lifelines, and where they are.
  function place() {
    const channels = run.bufferedChannels(),
      names = [
        ...run.processes.map(name => ({ name, kind: "process" })),
        ...channels.map(name => ({ name, kind: "channel" })),
      ];
    const left = 44,
      gap = Math.max(118, Math.min(240, (box.clientWidth - left - 40) / Math.max(names.length, 1)));
    columns = names.map((one, i) => ({ ...one, x: left + gap / 2 + i * gap, gap }));
    const width = Math.max(box.clientWidth - 2, left + gap * names.length + 12);
    head.replaceChildren(
      element(
        "svg:svg",
        { width, height: kHead, "aria-hidden": "true" },
        ...columns.flatMap(one => [
          element("svg:rect", {
            class: "life-box " + one.kind,
            x: one.x - gap / 2 + 6,
            y: 4,
            width: gap - 12,
            height: kHead - 8,
            rx: one.kind === "channel" ? 13 : 4,
          }),
          element(
            "svg:text",
            { x: one.x, y: kHead / 2 + 4, "text-anchor": "middle" },
            element("svg:title", {}, one.name),
            shorten(one.name, Math.floor((gap - 20) / 7)),
          ),
        ]),
      ),
    );
    space.style.width = width + "px";
    space.style.height = run.length * kRow + 8 + "px";
  }
  const column = name => (name === null ? undefined : columns.find(one => one.name === name && one.kind === "process"));

  function draw(force) {
    if (!run) return;
    const first = Math.max(0, Math.floor((box.scrollTop - kHead) / kRow) - 8);
    const end = Math.min(run.length, Math.ceil((box.scrollTop + box.clientHeight) / kRow) + 8);
    if (!force && drawn === first + " " + end) return;
    drawn = first + " " + end;
    const width = parseFloat(space.style.width),
      height = (end - first) * kRow,
      y = i => (Math.max(first - 1, Math.min(end, i)) - first + 0.5) * kRow;
    const svg = element("svg:svg", {
      width,
      height,
      role: "img",
      "aria-label": `steps ${first} to ${end - 1} of the message sequence`,
      style: { transform: `translateY(${first * kRow}px)` },
    });
    for (let i = first; i < end; ++i) {
      svg.append(
        element("svg:rect", {
          class: "row" + (i === k ? " now" : run.inCycle(i) && i > run.cycle ? " loop" : ""),
          x: 0,
          y: (i - first) * kRow,
          width,
          height: kRow,
          onclick: () => options.onSelect?.(i),
        }),
        element("svg:text", { class: "soft row-number", x: 34, y: y(i) + 4, "text-anchor": "end" }, formatNumber(i)),
      );
    }
    for (const one of columns)
      svg.append(element("svg:line", { class: "life " + one.kind, x1: one.x, x2: one.x, y1: 0, y2: height }));
    drawMessages(svg, first, end, y);
    for (let i = first; i < end; ++i) drawStep(svg, i, y(i));
    space.replaceChildren(svg);
  }

  const later = i => (i !== null && i > k ? " later" : "");
  function arrowHead(x, y, from, className) {
    const side = from < x ? -1 : 1;
    return element("svg:path", { class: "tip" + className, d: `M${x} ${y}l${8 * side} -4v8z` });
  }

  function label(svg, text, x1, x2, y, className, anchor = "middle") {
    const room = Math.max(4, Math.floor((Math.abs(x2 - x1) - 14) / 7));
    svg.append(
      element(
        "svg:text",
        {
          class: "mono label" + className,
          x: anchor === "middle" ? (x1 + x2) / 2 : Math.min(x1, x2),
          y,
          "text-anchor": anchor,
        },
        element("svg:title", {}, text),
        shorten(text, room),
      ),
    );
  }

  function drawMessages(svg, first, end, y) {
    for (const message of run.messagesIn(first, end)) {
      const from = column(message.sender),
        to = column(message.receiver);
      const via = columns.find(one => one.kind === "channel" && one.name === message.channel);
      const name = `${message.channel}: ${message.text}`;
      if (message.send === message.receive && from && to && from !== to) {
        const at = y(message.send),
          mark = later(message.send) + (message.send === k ? " now" : "");
        svg.append(
          element("svg:line", {
            class: "message rendezvous" + mark,
            x1: from.x,
            x2: to.x,
            y1: at,
            y2: at,
            "data-send": message.send,
            "data-receive": message.receive,
          }),
          arrowHead(to.x, at, from.x, mark),
        );
        label(svg, name, from.x, to.x, at - 4, mark);
        continue;
      }
      if (!via) continue;
      const slot = message.slot || 0,
        x = via.x + (slot % 2 ? -1 : 1) * Math.min(Math.ceil(slot / 2) * kSlot, via.gap / 2 - 8);
      const waits = message.send !== null && message.send <= k && (message.receive === null || message.receive > k);
      const mark = later(message.send) + (message.send === k || message.receive === k ? " now" : waits ? " waits" : "");
      const top = message.send ?? message.receive,
        bottom = message.receive ?? (message.lost ? message.send : run.last + 1);
      let path = from && message.send !== null ? `M${from.x} ${y(top)}H${x}` : `M${x} ${y(top)}`;
      path += `V${y(bottom)}` + (to && message.receive !== null ? `H${to.x}` : "");
      svg.append(
        element(
          "svg:path",
          {
            class: "message buffered" + mark,
            d: path,
            "data-channel": message.channel,
            "data-send": message.send ?? "",
            "data-receive": message.receive ?? "",
          },
          element(
            "svg:title",
            {},
            name + (message.lost ? " (lost)" : message.receive === null ? " (not received)" : ""),
          ),
        ),
      );
      if (to && message.receive !== null && message.receive < end) svg.append(arrowHead(to.x, y(bottom), x, mark));
      if (message.lost) svg.append(element("svg:text", { class: "label" + mark, x: x + 4, y: y(top) + 4 }, "✕"));
      if (from && message.send >= first) label(svg, message.text, from.x, x, y(top) - 4, mark);
      if (to && message.receive !== null && message.receive < end)
        label(svg, message.text, x, to.x, y(bottom) - 4, mark);
    }
  }

  function drawStep(svg, i, y) {
    const action = run.action(i),
      at = column(action?.process ?? null),
      talk = action?.communication,
      mark = later(i) + (i === k ? " now" : "");
    if (!at) {
      const text = run.describe(i),
        x = columns.length > 0 ? columns[0].x + 10 : 44;
      svg.append(element("svg:text", { class: "soft label" + mark, x, y: y + 4 }, shorten(text, 60)));
      return;
    }
    svg.append(
      element(
        "svg:circle",
        {
          class: "act" + mark + (action.fault ? " bad" : ""),
          cx: at.x,
          cy: y,
          r: action.fault ? 5.5 : 3.5,
          "data-step": i,
        },
        element("svg:title", {}, run.describe(i)),
      ),
    );
    // A row has one step, so its text may extend over the lifelines to its right.
    if (!talk)
      label(
        svg,
        action.event || "",
        at.x + 9,
        Math.max(at.x + at.gap, Math.min(at.x + 3 * at.gap, parseFloat(space.style.width))),
        y + 4,
        mark,
        "start",
      );
  }

  return {
    show(newRun, position) {
      const other = newRun !== run || columns.length === 0 || run.shown !== run.length;
      run = newRun;
      k = position;
      run.shown = run.length;
      if (other) place();
      const top = k * kRow,
        bottom = top + kRow + kHead;
      if (top < box.scrollTop + kRow) box.scrollTop = top - 2 * kRow;
      else if (bottom > box.scrollTop + box.clientHeight - kRow) box.scrollTop = bottom - box.clientHeight + 2 * kRow;
      draw(true);
    },
    // Whether there is something to draw: processes.
    useful: aRun => aRun.processes.length > 0,
  };
}
