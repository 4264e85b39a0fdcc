import { createApp } from 'vue';

createApp({
  data: () => ({ steps: [], at: 0, help: false }),
  async created() {
    this.steps = await (await fetch('/api/steps')).json();
  },
  computed: {
    step() {
      return this.steps[this.at];
    },
    last() {
      return this.at === this.steps.length - 1;
    },
  },
  methods: {
    move(by) {
      this.at += by;
      this.help = false;
    },
  },
  template: `
    <section v-if="step">
      <ol><li v-for="one in steps" :class="{ now: one === step }">{{ one.title }}</li></ol>
      <h1>{{ step.title }}</h1>
      <p>{{ step.text }}</p>
      <button type="button" class="hint" @click="help = true">What is this?</button>
      <footer>
        <button type="button" v-if="at > 0" @click="move(-1)">Back</button>
        <button type="button" v-if="!last" @click="move(1)">Next</button>
      </footer>
      <div class="veil" v-if="help">
        <div class="modal" role="dialog">
          <p>{{ step.help }}</p>
          <button type="button" @click="help = false">Close</button>
        </div>
      </div>
    </section>`,
}).mount('#app');
