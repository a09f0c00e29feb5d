/** The address of a device's own page. */
export const devicePageOf = (deviceNo: string) => `/device/detail/${encodeURIComponent(deviceNo)}`
