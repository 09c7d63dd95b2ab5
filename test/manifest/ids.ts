/** Numbers of the collected cases, and of the demands: kept here so that the manifest holds without their papers. */
export const caseNumbers = [
  1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38,
  40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74,
  76, 77, 79, 80, 82, 83, 85, 86, 88, 89,
];

export const demandNumbers = Array.from({ length: 48 }, (_, index) => index + 1);

/** Every id that the manifest must map: `case 1` and so on, then `R1` to `R48`. */
export const ids: string[] = [
  ...caseNumbers.map((number) => `case ${number}`),
  ...demandNumbers.map((number) => `R${number}`),
];
