// Elements of the page. Text is always text, never markup.
export function make(name, text, attributes) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  return element;
}

export function button(text, press, attributes) {
  const element = make("button", text, { type: "button", ...attributes });
  element.onclick = press;
  return element;
}

export function keep(file) {
  // Hand a text to the person as a file.
  const link = make("a", "", { download: file.name });
  link.href = URL.createObjectURL(new Blob([file.text], { type: "text/plain" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
