import { createApp, ref, watchEffect } from 'vue';

const routeNow = () => location.hash.slice(1) || '/';

createApp({
  setup() {
    const route = ref(routeNow());
    const content = ref(null);
    addEventListener('hashchange', () => {
      route.value = routeNow();
    });
    watchEffect(async () => {
      const wanted = route.value;
      const answer = await fetch(`/api${wanted}`);
      const got = answer.ok ? await answer.json() : { title: 'Nothing here', text: '', links: [] };
      if (wanted === route.value) content.value = got;
    });
    return { content };
  },
  template: `
    <nav>
      <a href="#/">Front page</a> <a href="#/news">News</a> <a href="#/people">People</a>
      <a href="#/about">About</a>
    </nav>
    <main v-if="content">
      <h1>{{ content.title }}</h1>
      <p>{{ content.text }}</p>
      <ul><li v-for="link in content.links"><a :href="'#' + link.to">{{ link.label }}</a></li></ul>
    </main>`,
}).mount('#app');
