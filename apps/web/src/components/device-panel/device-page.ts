/** The address of a device's own page. */
export const devicePath = (deviceNo: string) => `/device/detail/${encodeURIComponent(deviceNo)}`
