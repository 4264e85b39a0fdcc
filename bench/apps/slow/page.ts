const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function one<T extends HTMLElement>(selector: string): T {
  return document.querySelector(selector) as T;
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

const record = one('#record');
for (const button of document.querySelectorAll<HTMLButtonElement>('#records button')) {
  button.addEventListener('click', async () => {
    record.textContent = 'The archivist is looking for it.';
    await pause(2000);
    const text = await textOf(`/record?name=${button.value}`);
    record.textContent = 'The archivist is on the stairs.';
    await pause(3000);
    record.textContent = text;
  });
}

const box = one<HTMLInputElement>('#search');
let typing: ReturnType<typeof setTimeout> | undefined;
box.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(async () => {
    const word = box.value.trim();
    one('#results').textContent = word && (await textOf(`/search?word=${encodeURIComponent(word)}`));
  }, 300);
});

const bar = one<HTMLProgressElement>('progress');
one('#prepare').addEventListener('click', () => {
  bar.value = 0;
  one('#report').textContent = '';
  const beat = setInterval(async () => {
    bar.value += 5;
    if (bar.value < 100) return;
    clearInterval(beat);
    one('#report').textContent = await textOf('/report');
  }, 250);
});
