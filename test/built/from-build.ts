/**
 * Whether suites run the programs that were built and installed, which is the rule. `HOLDFAST_TEST_PROGRAM=source` takes the
 * sources for a while, whose names and lines a debugger shows.
 */
export const fromBuild = process.env.HOLDFAST_TEST_PROGRAM !== 'source';
