export const screen = {} as const
