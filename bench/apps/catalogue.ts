import { alpineFaq } from './alpine/app.ts';
import { angularTabs } from './angular/tabs.ts';
import type { App } from './app.ts';
import { controls } from './controls/app.ts';
import { endless } from './endless/app.ts';
import { framesApp } from './frames/app.ts';
import { htmxBoard } from './htmx/app.ts';
import { instant } from './instant/app.ts';
import { jqueryNews } from './jquery/app.ts';
import { litShadow } from './lit/shadow.ts';
import { plainDelegation } from './plain-delegation/app.ts';
import { plainRoutes } from './plain-routes/app.ts';
import { plainWidgets } from './plain-widgets/app.ts';
import { reactShop } from './react/shop.ts';
import { reactTable } from './react/table.ts';
import { restless } from './restless/app.ts';
import { scrolling } from './scrolling/app.ts';
import { slow } from './slow/app.ts';
import { svelteTree } from './svelte/tree.ts';
import { vueHash } from './vue/hash.ts';
import { vueWizard } from './vue/wizard.ts';

/** Every app of the benchmark. */
export const apps: readonly App[] = [
  reactShop,
  reactTable,
  vueWizard,
  vueHash,
  svelteTree,
  angularTabs,
  litShadow,
  plainWidgets,
  plainRoutes,
  jqueryNews,
  htmxBoard,
  alpineFaq,
  plainDelegation,
  scrolling,
  framesApp,
  slow,
  restless,
  endless,
  instant,
  controls,
];
