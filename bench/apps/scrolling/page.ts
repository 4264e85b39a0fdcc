interface Batch {
  readonly items: readonly string[];
  readonly more: boolean;
}

/** Adds one batch after the other to a list; says whether there are more. */
function pager(source: string, list: Element): () => Promise<boolean> {
  let next = 2;
  let busy = false;
  return async () => {
    if (busy) return true;
    busy = true;
    const batch = (await (await fetch(`/api/${source}?batch=${next}`)).json()) as Batch;
    next++;
    for (const text of batch.items) {
      const item = document.createElement('li');
      item.textContent = text;
      list.append(item);
    }
    busy = false;
    return batch.more;
  };
}

function one(selector: string): Element {
  return document.querySelector(selector) as Element;
}

const end = one('#end');
const moreOfFeed = pager('feed', one('#feed'));
const watch = new IntersectionObserver(async (entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  if (await moreOfFeed()) return;
  watch.disconnect();
  end.remove();
});
watch.observe(end);

const box = one('#box');
const moreOfBox = pager('box', one('#box ul'));
const onScroll = async () => {
  if (box.scrollTop + box.clientHeight < box.scrollHeight - 10) return;
  if (!(await moreOfBox())) box.removeEventListener('scroll', onScroll);
};
box.addEventListener('scroll', onScroll);

const button = one('#more');
const moreOfArchive = pager('archive', one('#archive'));
button.addEventListener('click', async () => {
  if (!(await moreOfArchive())) button.remove();
});
