import fc from 'fast-check';

/**
 * Property tests try the same cases in every run, so that a change is judged by itself. `npm run test:fuzz` tries others, and
 * a failure there names the seed, with which HOLDFAST_TEST_SEED repeats it here.
 */
const seed = process.env.HOLDFAST_TEST_SEED ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
