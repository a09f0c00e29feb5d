export const session = {} as const
