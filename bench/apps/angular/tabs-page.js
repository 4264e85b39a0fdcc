import 'zone.js';
import '@angular/compiler';
import { Component, provideZoneChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { sections, tabs } from './tabs-content.ts';

const HouseTabs = Component({
  selector: 'house-tabs',
  template: `
    <div role="tablist">
      @for (tab of tabs; track tab.title) {
        <button type="button" role="tab" [class.on]="tab === shown" (click)="show(tab)">{{ tab.title }}</button>
      }
    </div>
    <p>{{ shown.text }}</p>`,
})(
  class {
    tabs = tabs;
    shown = tabs[0];
    show(tab) {
      this.shown = tab;
    }
  },
);

const HouseAnswers = Component({
  selector: 'house-answers',
  template: `
    <dl>
      @for (section of sections; track section.title; let at = $index) {
        <dt><button type="button" [attr.aria-expanded]="open.has(at)" (click)="toggle(at)">{{ section.title }}</button></dt>
        @if (open.has(at)) { <dd>{{ section.text }}</dd> }
      }
    </dl>`,
})(
  class {
    sections = sections;
    open = new Set();
    toggle(at) {
      if (!this.open.delete(at)) this.open.add(at);
    }
  },
);

const GuestHouse = Component({
  selector: 'guest-house',
  imports: [HouseTabs, HouseAnswers],
  template: '<h1>Guest house at the bridge</h1><house-tabs /><h2>Questions</h2><house-answers />',
})(class {});

bootstrapApplication(GuestHouse, { providers: [provideZoneChangeDetection()] });
