/** To see computers; apart from their calls, which the first page of the console does not need. */
export const computerList = 'device/computer/list'
