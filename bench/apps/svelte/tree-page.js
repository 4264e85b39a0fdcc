import { mount } from 'svelte';
import Cabinet from './Cabinet.svelte';

mount(Cabinet, { target: document.getElementById('app') });
