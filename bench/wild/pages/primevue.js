import Aura from '@primeuix/themes/aura';
import Accordion from 'primevue/accordion';
import AccordionContent from 'primevue/accordioncontent';
import AccordionHeader from 'primevue/accordionheader';
import AccordionPanel from 'primevue/accordionpanel';
import Button from 'primevue/button';
import Column from 'primevue/column';
import PrimeVue from 'primevue/config';
import DataTable from 'primevue/datatable';
import Dialog from 'primevue/dialog';
import Drawer from 'primevue/drawer';
import Menu from 'primevue/menu';
import Popover from 'primevue/popover';
import Select from 'primevue/select';
import Tab from 'primevue/tab';
import TabList from 'primevue/tablist';
import TabPanel from 'primevue/tabpanel';
import TabPanels from 'primevue/tabpanels';
import Tabs from 'primevue/tabs';
import Toast from 'primevue/toast';
import ToastService from 'primevue/toastservice';
import Tooltip from 'primevue/tooltip';
import { useToast as toaster } from 'primevue/usetoast';
import { createApp, h, ref, resolveDirective, withDirectives } from 'vue';
import { named, names } from './words.ts';

const Toasts = {
  setup() {
    const toast = toaster();
    return () =>
      h(Button, {
        label: 'Tell',
        onClick: () => toast.add({ severity: 'info', summary: `Toast of the ${named(812)}`, life: 3000 }),
      });
  },
};

const App = {
  setup() {
    const tab = ref('0');
    const dialog = ref(false);
    const drawer = ref(false);
    const menu = ref();
    const popover = ref();
    const choice = ref(null);
    return () => [
      h(Tabs, { value: tab.value, 'onUpdate:value': (value) => (tab.value = value) }, () => [
        h(TabList, () => [0, 1, 2].map((at) => h(Tab, { value: `${at}` }, () => `Tab ${at}`))),
        h(TabPanels, () =>
          [0, 1, 2].map((at) => h(TabPanel, { value: `${at}` }, () => `Panel of the ${named(800 + at)}`)),
        ),
      ]),
      h(Accordion, { value: '0' }, () =>
        [0, 1].map((at) =>
          h(AccordionPanel, { value: `${at}` }, () => [
            h(AccordionHeader, () => `Question ${at}`),
            h(AccordionContent, () => `Answer of the ${named(803 + at)}`),
          ]),
        ),
      ),
      h(Button, { label: 'Dialog', onClick: () => (dialog.value = true) }),
      h(
        Dialog,
        { visible: dialog.value, 'onUpdate:visible': (on) => (dialog.value = on), modal: true, header: 'D' },
        () => `Dialog of the ${named(805)}`,
      ),
      h(Button, { label: 'Drawer', onClick: () => (drawer.value = true) }),
      h(
        Drawer,
        { visible: drawer.value, 'onUpdate:visible': (on) => (drawer.value = on), header: 'W' },
        () => `Drawer of the ${named(806)}`,
      ),
      h(Button, { label: 'Menu', onClick: (event) => menu.value.toggle(event) }),
      h(Menu, { ref: menu, popup: true, model: names(807, 2).map((label) => ({ label })) }),
      h(Button, { label: 'Popover', onClick: (event) => popover.value.toggle(event) }),
      h(Popover, { ref: popover }, () => `Popover of the ${named(809)}`),
      h(Select, {
        modelValue: choice.value,
        'onUpdate:modelValue': (value) => (choice.value = value),
        options: names(810, 2),
        placeholder: 'Choose',
      }),
      h(Toasts),
      h(Toast),
      withDirectives(h('span', { tabindex: 0 }, 'Hover me'), [
        [resolveDirective('tooltip'), `Tooltip of the ${named(813)}`],
      ]),
      h(DataTable, { value: names(820, 12).map((name) => ({ name })), paginator: true, rows: 5 }, () =>
        h(Column, { field: 'name', header: 'Name' }),
      ),
    ];
  },
};

createApp(App)
  .use(PrimeVue, { theme: { preset: Aura } })
  .use(ToastService)
  .directive('tooltip', Tooltip)
  .mount('#root');
