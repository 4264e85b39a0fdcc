import { chapterButtons, chapterPage, sectionPage } from './writing.ts';

const page = document.querySelector('#section') as HTMLElement;
const contents = document.querySelector('#contents') as HTMLElement;

function openSection(button: HTMLElement): void {
  page.innerHTML = sectionPage(Number(button.dataset.chapter), Number(button.dataset.section));
}

function openChapter(chapter: number): void {
  contents.innerHTML = chapterPage(chapter);
  page.innerHTML = sectionPage(chapter, 1);
  for (const button of contents.querySelectorAll('button')) {
    button.addEventListener('click', () => openSection(button));
  }
}

const chapters = document.querySelector('#chapters') as HTMLElement;
chapters.innerHTML = chapterButtons();
for (const button of chapters.querySelectorAll('button')) {
  button.addEventListener('click', () => openChapter(Number(button.dataset.chapter)));
}
openChapter(1);
