import fc from 'fast-check';

/**
 * Property tests draw the same cases in every run, so that the same code has the same verdict. To look for
 * cases that nobody has met, give `ARGIOPE_CASES=random`; to see one again, the seed that the failure named.
 */
const asked = process.env.ARGIOPE_CASES ?? '';

if (asked !== 'random') fc.configureGlobal({ seed: asked === '' ? 64 : Number(asked) });

export default fc;
