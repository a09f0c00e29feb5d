/** 1.0.9 → 1.0.10: the last number is incremented. */
export const nextVersion = (version: string) =>
  /\d/.test(version) ? version.replace(/\d+(?=\D*$)/, (digits) => String(Number(digits) + 1)) : `${version}.1`
