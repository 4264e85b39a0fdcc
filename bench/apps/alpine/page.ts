import Alpine from 'alpinejs';
import { passage } from '../passages.ts';

const list = [4, 5, 6].map((id) => {
  const { title, text } = passage(`answer ${id}`);
  return { id, title, text };
});

Alpine.data('questions', () => ({
  open: null as number | null,
  list,
  toggle(id: number) {
    this.open = this.open === id ? null : id;
  },
}));
Alpine.start();
