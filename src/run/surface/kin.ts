import type { SurfacePlan } from '../../forms/index.ts';

/** A form as far as others have to do with it. */
export interface KinForm {
  readonly plan: SurfacePlan;
  readonly isSpent: boolean;
  /** The form that looks through the same records, and is asked before this one. */
  leader: KinForm | null;
  /** It has waited for one already. */
  isApart: boolean;
}

/** Records that two forms have shown both, and their share of what the smaller one has, from which they are kin. */
const [leastCommon, mostlyCommon] = [3, 0.3];
/**
 * The share of a form's records that another may lack and has found all the same; of few records, so many of each ten, two
 * at most: pages say a thing or two beside their answers that look like records.
 */
const [lacking, lackingOfFew, mostOfFew] = [0.02, 0.1, 2];
/** The share of a database from which nothing more is asked for the sake of the rest. */
const enough = 0.99;
/** Times that an answer may speak of more records than the other form knows: totals count what is there twice. */
const tolerance = 1.02;

/**
 * Finds forms that look through the same records: a box over each column of a table, a search in the frame of each page
 * beside the large one. What the answers of one hold is known of another, so one of them is asked first and the others
 * wait. The one that has found most leads.
 */
export function relate(forms: readonly KinForm[]): void {
  for (const [at, form] of forms.entries()) {
    if (form.leader !== null || form.isApart || !mayGoOn(form)) continue;
    const leader = forms.find(
      (other, place) =>
        other.leader === null && other !== form && isAhead(other, form, place < at) && areKin(form, other),
    );
    if (leader === undefined) continue;
    form.leader = leader;
    for (const one of forms) if (one.leader === form) one.leader = leader;
  }
}

/** Whether more words could make a form find more. */
function mayGoOn({ plan, isSpent }: KinForm): boolean {
  if (isSpent || isSure(plan)) return false;
  return plan.end === null || plan.end === 'exhausted' || plan.end === 'little';
}

/** Whether a form has come to its end with all that there is, as far as anybody can tell. */
function isSure({ end, coverage }: SurfacePlan): boolean {
  return end !== null && (coverage?.share ?? 0) >= enough;
}

function isAhead({ plan: other }: KinForm, { plan }: KinForm, isEarlier: boolean): boolean {
  return other.records > plan.records || (other.records === plan.records && isEarlier);
}

function areKin({ plan }: KinForm, { plan: other }: KinForm): boolean {
  const { common, all } = shared(plan, other);
  return common >= leastCommon && common >= mostlyCommon * all;
}

/**
 * Where a form that was waited for is done, those end with it that have nothing else to show; of the others one goes on
 * with all that is known, and the rest waits for that one. Says whether there is one.
 */
export function release(forms: readonly KinForm[]): boolean {
  let isAny = false;
  for (const leader of forms) {
    if (leader.plan.end === null && !leader.isSpent) continue;
    const waiting = forms.filter((form) => form.leader === leader);
    for (const form of waiting) {
      form.leader = null;
      form.isApart = true;
      if (isWholeFor(form.plan, leader.plan)) form.plan.endShared();
    }
    const [next, ...rest] = waiting
      .filter(({ plan }) => plan.end !== 'shared')
      .sort((one, other) => other.plan.records - one.plan.records);
    if (next === undefined) continue;
    next.plan.adopt(leader.plan);
    for (const form of rest) form.leader = next;
    isAny = true;
  }
  return isAny;
}

/** Whether all that a form can show is known by another that has come to its end. */
function isWholeFor(plan: SurfacePlan, leader: SurfacePlan): boolean {
  const { common, all } = shared(plan, leader);
  const mayLack = Math.max(lacking * all, Math.min(lackingOfFew * all, mostOfFew));
  return isSure(leader) && plan.mostTold <= leader.records * tolerance && all - common <= mayLack;
}

/** How many records a form has shown, and how many of them another knows. */
function shared(plan: SurfacePlan, other: SurfacePlan): { readonly common: number; readonly all: number } {
  let [all, common] = [0, 0];
  for (const key of plan.keys()) {
    all++;
    if (other.knows(key)) common++;
  }
  return { common, all };
}
