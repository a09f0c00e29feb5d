export const login = {} as const
