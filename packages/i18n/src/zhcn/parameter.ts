export const parameter = {} as const
