export const phone = {} as const
