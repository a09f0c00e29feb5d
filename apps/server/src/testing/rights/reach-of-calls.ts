import { newAlarmSetting } from '@fleetdeck/contract/alarms'
import type { Belongings } from './two-tenants.ts'

interface Request {
  params?: object
  query?: object
  body?: unknown
}
type Given = (whose: Belongings) => Request

/** How far a call reaches. A new call with a permission needs its line here. */
export type Reach =
  /** Shows rows: those within the scope and no others. */
  | { shows: Request; file?: true }
  /** Touches rows named by the caller: refused for others' rows, alone and in a batch. */
  | { touches: Given }
  /** One thing for the whole site, or only what is the caller's own: there is nothing out of scope. */
  | 'whole-site'
  | 'own'

const newTask = { taskName: 'New task', execType: 1 }

const shows = (query: object = {}): Reach => ({ shows: { query } })
const exports = (query: object = {}): Reach => ({ shows: { query }, file: true })
const query = (given: (whose: Belongings) => object): Reach => ({
  touches: (whose) => ({ query: given(whose) }),
})
const body = (given: (whose: Belongings) => object): Reach => ({
  touches: (whose) => ({ body: given(whose) }),
})

const newUser = {
  userName: 'newcomer',
  nickName: 'Newcomer',
  postIds: [1],
}

const newScript = { scriptName: 'New script', version: '2', content: '1' }

const newTable = {
  tableName: '新表',
  tableNameEn: 'new_table',
  columns: [{ columnInfo: '年龄', columnName: 'age', columnSize: 10 }],
}
/** A call on the rows of a dynamic table. */
const onTable = (given: (whose: Belongings) => Request = () => ({})): Reach => ({
  touches: (whose) => ({ params: { tableId: whose.dynamicTableId }, ...given(whose) }),
})

export const reachOfCalls: Record<string, Reach> = {
  'GET /system/tools/api/json': 'whole-site',

  'GET /system/config/sysWebSet': 'whole-site',
  'POST /system/config/sysWebSet/update': 'whole-site',

  'GET /system/monitor/job/list': 'whole-site',
  'GET /system/monitor/job/get': 'whole-site',
  'POST /system/monitor/job/add': 'whole-site',
  'PUT /system/monitor/job/edit': 'whole-site',
  'DELETE /system/monitor/job/delete': 'whole-site',
  'GET /system/monitor/job/export': 'whole-site',
  'PUT /system/monitor/job/start': 'whole-site',
  'PUT /system/monitor/job/stop': 'whole-site',
  'PUT /system/monitor/job/run': 'whole-site',
  'PUT /system/monitor/job/changeStatus': 'whole-site',
  'GET /monitor/jobLog/list': 'whole-site',
  'DELETE /monitor/jobLog/delete': 'whole-site',
  'DELETE /monitor/jobLog/clean': 'whole-site',
  'GET /monitor/jobLog/export': 'whole-site',

  'GET /system/auth/userList': shows(),
  'GET /system/auth/userGet': 'own',
  'GET /system/auth/getEditUser': query(({ personId }) => ({ id: personId })),
  'POST /system/auth/addUser': body(({ roleId, deptId, ownerId }) => ({
    ...newUser,
    roleIds: [roleId],
    deptId,
    parentId: ownerId,
  })),
  'PUT /system/auth/editUser': body(({ personId, roleId, deptId }) => ({
    id: personId,
    nickName: 'Changed',
    postIds: [1],
    roleIds: [roleId],
    deptId,
  })),
  'DELETE /system/auth/deleteUser': query(({ personId }) => ({ ids: personId })),
  'PUT /system/auth/resetUserPwd': body(({ personId }) => ({ userId: personId })),
  'PUT /system/auth/changeUserStatus': body(({ personId }) => ({ userId: personId, status: 1 })),
  'PUT /system/auth/userRoles': body(({ personId, roleId }) => ({ userId: personId, roleIds: [roleId] })),
  'GET /system/user/export': exports(),
  'GET /system/user/getUserCloud': query(({ personId }) => ({ userId: personId })),
  'PUT /system/user/updateUserCloud': body(({ personId }) => ({
    userId: personId,
    projection: {},
    control: {},
  })),
  'GET /system/user/importTemplate': 'whole-site',
  'POST /system/user/importData': 'own',
  'GET /system/user/importProgress': 'own',
  'PUT /system/user/importCancel': 'own',

  'GET /system/auth/roleList': shows(),
  'GET /system/auth/addRole': 'own',
  'POST /system/auth/addRole': body(({ deptId, menuId }) => ({
    roleName: 'New role',
    menuIds: [menuId],
    roleKey: 'new-role',
    roleSort: 1,
    dataScope: 2,
    deptIds: [deptId],
  })),
  'GET /system/auth/editRole/': query(({ roleId }) => ({ roleId })),
  'PUT /system/auth/editRole': body(({ roleId, tenant }) => ({
    id: roleId,
    roleName: 'Changed role',
    roleKey: `${tenant}-role`,
    roleSort: 1,
  })),
  'PUT /system/auth/statusSetRole': body(({ roleId }) => ({ roleId, status: 1 })),
  'PUT /system/auth/roleDataScope': body(({ roleId }) => ({ roleId, dataScope: 5, deptIds: [] })),
  'GET /system/auth/roleDeptTreeSelect': query(({ roleId }) => ({ roleId })),
  'DELETE /system/auth/deleteRole': body(({ roleId }) => ({ ids: [roleId] })),
  'GET /system/role/export': exports(),
  'GET /system/auth/roleUserList': query(({ roleId }) => ({ roleId })),
  'PUT /system/auth/roleAuthUser': body(({ roleId, personId }) => ({ roleId, userIds: [personId] })),
  'PUT /system/auth/roleCancelUser': body(({ roleId, personId }) => ({ roleId, userIds: [personId] })),

  'GET /system/auth/deptList': shows(),
  'GET /system/auth/deptGet': query(({ deptId }) => ({ id: deptId })),
  'POST /system/auth/deptAdd': body(({ deptId }) => ({ parentId: deptId, deptName: 'New', orderNum: 1 })),
  'PUT /system/auth/deptEdit': body(({ emptyDeptId, deptId }) => ({
    id: emptyDeptId,
    parentId: deptId,
    deptName: 'Changed',
    orderNum: 1,
  })),
  'PUT /system/auth/deptSort': body(({ deptId }) => ({ orders: [{ id: deptId, orderNum: 7 }] })),
  'DELETE /system/auth/deptDelete': query(({ emptyDeptId }) => ({ id: emptyDeptId })),
  'GET /system/auth/deptTreeSelect': shows(),

  'GET /system/auth/postList': 'whole-site',
  'GET /system/auth/postGet': 'whole-site',
  'POST /system/auth/postAdd': 'whole-site',
  'PUT /system/auth/postEdit': 'whole-site',
  'DELETE /system/auth/postDelete': 'whole-site',
  'GET /system/post/export': 'whole-site',

  'GET /device/group/list': shows(),
  'GET /device/group/one': query(({ groupId }) => ({ id: groupId })),
  'POST /device/group/add': body(({ ownerId }) => ({ groupName: 'New group', tenantId: ownerId })),
  'POST /device/group/edit': body(({ groupId }) => ({ id: groupId, groupName: 'Changed group' })),
  'GET /device/group/delete': query(({ emptyGroupId }) => ({ ids: emptyGroupId })),
  'GET /device/group/export': exports(),

  'GET /task/platform/list': shows(),
  'GET /task/platform/one': query(({ platformId }) => ({ id: platformId })),
  'POST /task/platform/add': body(({ ownerId }) => ({ platformName: 'New platform', tenantId: ownerId })),
  'POST /task/platform/edit': body(({ platformId }) => ({
    id: platformId,
    platformName: 'Changed platform',
  })),
  'GET /task/platform/delete': query(({ platformId }) => ({ ids: platformId })),
  'GET /task/platform/export': exports(),

  'GET /task/script/list': shows(),
  'GET /task/script/one': query(({ scriptId }) => ({ id: scriptId })),
  'GET /task/script/limits': 'whole-site',
  'POST /task/script/upload': 'own',
  'POST /task/script/add': body(({ platformId, ownerId }) => ({
    ...newScript,
    platformId,
    tenantId: ownerId,
  })),
  'POST /task/script/edit': body(({ scriptId, platformId }) => ({
    id: scriptId,
    ...newScript,
    platformId,
  })),
  'GET /task/script/delete': query(({ scriptId }) => ({ ids: scriptId })),
  'GET /task/script/export': exports(),
  'GET /task/script/versions': query(({ scriptId }) => ({ id: scriptId })),
  'GET /task/script/text': query(({ scriptVersionId }) => ({ versionId: scriptVersionId })),
  'POST /task/script/rollback': body(({ scriptId, scriptVersionId }) => ({
    id: scriptId,
    versionId: scriptVersionId,
  })),
  'POST /task/script/share': body(({ scriptId }) => ({ ids: [scriptId], isShared: true })),
  'GET /task/scriptException/list': shows(),
  'GET /task/scriptException/exceptions': query(({ scriptCauseId }) => ({ causeId: scriptCauseId })),
  'GET /task/scriptException/delete': query(({ scriptCauseId }) => ({ ids: scriptCauseId })),
  'GET /task/scriptException/clean': 'own',
  'GET /task/scriptException/export': exports(),
  'POST /task/script/tryOut': body(({ deviceNo }) => ({ deviceNo, content: '1' })),
  'POST /task/script/endTry': body(({ deviceNo }) => ({ deviceNo, runId: 'try-1' })),
  'GET /task/task/list': shows(),
  'GET /task/task/one': query(({ taskId }) => ({ id: taskId })),
  'POST /task/task/add': body(({ taskScriptId, deviceNo }) => ({
    ...newTask,
    scriptId: taskScriptId,
    devices: [deviceNo],
  })),
  'POST /task/task/edit': body(({ taskId, taskScriptId, deviceNo }) => ({
    ...{ ...newTask, id: taskId },
    ...{ scriptId: taskScriptId, devices: [deviceNo] },
  })),
  'GET /task/task/delete': query(({ taskId }) => ({ ids: taskId })),
  'GET /task/task/export': exports(),
  'GET /task/task/deviceList': shows(),
  'GET /task/task/deviceListByGroup': query(({ groupId }) => ({ groupids: groupId })),
  'GET /task/task/platformList': shows(),
  'GET /task/task/deviceGroupList': shows(),
  'GET /task/task/listScript': shows(),
  'GET /task/task/scriptParams': query(({ taskScriptId }) => ({ scriptId: taskScriptId })),
  'GET /task/task/listShareTask': 'own',
  'GET /task/task/listTaskForShareTo': shows(),
  'POST /task/task/shareTo': body(({ taskId, personId }) => ({ ids: [taskId], userIds: [personId] })),
  'GET /task/task/getCopyInfo': query(({ taskId }) => ({ id: taskId })),
  'GET /task/task/copyTaskInfo': query(({ taskId }) => ({ id: taskId })),
  'GET /task/task/getParamInfo': query(({ taskId }) => ({ id: taskId })),
  'GET /task/task/getParamInfoOneDevice': query(({ taskId, deviceNo }) => ({ id: taskId, deviceNo })),
  'POST /task/task/addTaskParam': body(({ taskId }) => ({ id: taskId, params: [{ key: 'k', type: 1 }] })),
  'POST /task/task/addTaskParamForDevice': body(({ taskId, deviceNo }) => ({
    id: taskId,
    devices: [deviceNo],
    values: {},
  })),
  'POST /task/task/clearTaskParamForDevice': body(({ taskId }) => ({ id: taskId })),
  'POST /task/task/testCronText': 'whole-site',
  'POST /task/task/updateTaskStatus': body(({ taskId }) => ({ id: taskId, status: 0 })),
  'POST /task/task/updateTaskStatusClear': body(({ taskId }) => ({ id: taskId })),
  'POST /task/task/updateTaskStatusAndStopRemote': body(({ taskId }) => ({ id: taskId })),
  'POST /task/task/pauseOrContinueScript': body(({ deviceNo }) => ({ deviceNos: [deviceNo], status: 1 })),
  'POST /task/task/pauseOrContinueScript_task': body(({ taskId }) => ({ id: taskId, status: 1 })),
  'POST /task/task/stopScript': body(({ taskId }) => ({ id: taskId, status: 2 })),
  'POST /task/task/again': body(({ startedTaskId }) => ({ id: startedTaskId })),
  'GET /task/task/why': query(({ taskId, deviceNo }) => ({ id: taskId, deviceNo })),
  'GET /task/task/cleanSendLog': query(({ startedTaskId, deviceNo }) => ({
    taskId: startedTaskId,
    devices: deviceNo,
  })),
  'GET /task/task/cleanSendAllLog': query(({ startedTaskId }) => ({ taskId: startedTaskId, type: 'all' })),
  'GET /task/task/cleanSendLogByGroup': query(({ startedTaskId, groupId }) => ({
    ...{ taskId: startedTaskId, type: 'group' },
    groupIds: groupId,
  })),
  'POST /task/task/removeAllTaskRelelate': body(({ taskId }) => ({ id: taskId })),
  'GET /task/task/updateTaskCache': 'own',
  'GET /task/task/summary': 'own',
  'GET /task/run/list': shows(),
  'GET /task/run/one': query(({ taskRunId }) => ({ id: taskRunId })),
  'GET /task/run/lines': query(({ taskRunId }) => ({ id: taskRunId })),
  'GET /task/run/delete': query(({ taskRunId }) => ({ ids: taskRunId })),
  'GET /task/run/export': exports(),

  'GET /device/deviceList/list': shows(),
  'GET /device/deviceList/one': query(({ deviceRowId }) => ({ id: deviceRowId })),
  'POST /device/deviceList/add': body(({ groupId, ownerId }) => ({
    deviceNo: 'NEW1',
    groupId,
    tenantId: ownerId,
  })),
  'POST /device/deviceList/edit': body(({ deviceRowId, groupId }) => ({
    id: deviceRowId,
    deviceNo: 'CHANGED1',
    groupId,
  })),
  'GET /device/deviceList/delete': query(({ deviceRowId }) => ({ ids: deviceRowId })),
  'GET /device/deviceList/export': exports(),
  'GET /device/deviceList/listUnAssignedDevice': shows(),
  'GET /device/deviceList/summary': 'own',
  'GET /device/deviceList/enrolment': 'own',
  'GET /device/deviceList/findOne': query(({ deviceNo }) => ({ deviceNo })),
  'POST /device/deviceList/addAssDevice': body(({ unassigned, groupId, ownerId }) => ({
    deviceNo: 'NEW2',
    deviceId: unassigned,
    tenantId: ownerId,
    groupId,
  })),
  'POST /device/deviceList/updateSettingScreen': body(({ deviceNo }) => ({ deviceNo, content: '{}' })),
  'GET /device/deviceList/batchChangeDevice': query(({ deviceRowId }) => ({ ids: deviceRowId, status: 1 })),
  'GET /device/deviceList/deleteAss': query(({ deviceRowId }) => ({ ids: deviceRowId })),

  'POST /device/deviceList/batchAdd': body(({ groupId, ownerId }) => ({
    deviceNo: 'NEW3',
    groupId,
    tenantId: ownerId,
  })),
  'POST /device/deviceList/batchGroupDevice': body(({ deviceRowId, emptyGroupId }) => ({
    ids: [deviceRowId],
    groupId: emptyGroupId,
  })),
  'POST /device/deviceList/batchSetDeviceOwner': body(({ deviceRowId, personId }) => ({
    ids: [deviceRowId],
    userId: personId,
  })),
  'POST /device/deviceList/batchSetExpireTime': body(({ deviceRowId }) => ({
    ids: [deviceRowId],
    time: null,
  })),
  'POST /device/deviceList/batch': body(({ deviceRowId }) => ({
    action: { action: 'disable' },
    selection: { ids: [deviceRowId] },
  })),
  'POST /device/deviceList/updateSettingControl': body(({ deviceNo }) => ({ deviceNo, control: {} })),
  'GET /device/command/list': shows(),
  'GET /device/command/one': query(({ commandId }) => ({ id: commandId })),
  'GET /device/command/runs': shows(),
  'GET /device/command/lines': query(({ commandRunId }) => ({ runId: commandRunId })),
  'POST /device/command/add': body(({ deviceRowId }) => ({
    order: { command: 'where' },
    selection: { ids: [deviceRowId] },
  })),
  'POST /device/command/takeBack': body(({ commandId }) => ({ id: commandId })),
  'POST /device/command/again': body(({ commandId }) => ({ id: commandId })),
  'GET /device/command/delete': query(({ commandId }) => ({ ids: commandId })),
  'GET /device/monitor/diagnose': query(({ deviceRowId }) => ({ id: deviceRowId })),
  'GET /device/monitor/list': shows(),
  'GET /device/monitor/history': query(({ deviceRowId }) => ({ id: deviceRowId, hours: 24 })),
  'GET /device/monitor/events': query(({ deviceRowId }) => ({ id: deviceRowId })),

  'GET /alarm/list/list': shows(),
  'GET /alarm/list/one': query(({ alarmId }) => ({ id: alarmId })),
  'GET /alarm/list/summary': 'own',
  'POST /alarm/list/ack': body(({ alarmId }) => ({ ids: [alarmId] })),
  'POST /alarm/list/resolve': body(({ alarmId }) => ({ ids: [alarmId] })),
  'GET /alarm/list/export': exports(),
  'GET /alarm/setting/list': shows(),
  'GET /alarm/setting/one': query(({ alarmSettingId }) => ({ id: alarmSettingId })),
  'POST /alarm/setting/add': body(({ personId }) => ({
    ...newAlarmSetting,
    userId: personId,
    robotAddress: 'https://robot.invalid/',
  })),
  'POST /alarm/setting/edit': body(({ alarmSettingId }) => ({ ...newAlarmSetting, id: alarmSettingId })),
  'GET /alarm/setting/delete': query(({ alarmSettingId }) => ({ ids: alarmSettingId })),
  'POST /alarm/setting/test': body(({ alarmSettingId }) => ({ robotKind: 'webhook', id: alarmSettingId })),
  'GET /alarm/message/list': shows(),
  'POST /alarm/message/retry': body(({ alarmMessageId }) => ({ ids: [alarmMessageId] })),

  'GET /data/group/list': shows(),
  'GET /data/group/options': shows(),
  'GET /data/group/one': query(({ dataGroupId }) => ({ id: dataGroupId })),
  'GET /data/group/handoutChart': query(({ dataGroupId }) => ({ id: dataGroupId })),
  'POST /data/group/add': body(({ personId }) => ({ groupName: 'new', tenantId: personId })),
  'POST /data/group/edit': body(({ dataGroupId }) => ({ id: dataGroupId, groupName: 'changed' })),
  'GET /data/group/delete': query(({ dataGroupId }) => ({ ids: dataGroupId })),
  'GET /data/group/export': exports(),
  'GET /data/list/list': shows(),
  'GET /data/list/one': query(({ dataItemId }) => ({ id: dataItemId })),
  'POST /data/list/add': body(({ dataGroupId }) => ({ name: 'n', groupId: dataGroupId, content: 'new' })),
  'POST /data/list/edit': body(({ dataItemId, dataGroupId }) => ({
    id: dataItemId,
    name: 'n',
    groupId: dataGroupId,
    content: 'changed',
  })),
  'GET /data/list/delete': query(({ dataItemId }) => ({ ids: dataItemId })),
  'GET /data/list/export': exports(),
  'POST /data/list/move': body(({ dataItemId, emptyDataGroupId }) => ({
    ids: [dataItemId],
    groupId: emptyDataGroupId,
  })),
  'POST /data/list/appendLine': body(({ dataItemId }) => ({ id: dataItemId, line: 'x' })),
  'POST /data/list/removeLine': body(({ dataItemId, tenant }) => ({
    id: dataItemId,
    line: `${tenant} content`,
  })),
  'POST /data/list/clear': body(({ dataGroupId }) => ({ groupId: dataGroupId })),
  'GET /data/list/leases': shows(),
  'POST /data/list/giveBack': body(({ leasedItemId }) => ({ ids: [leasedItemId] })),
  'GET /data/list/handouts': shows(),
  'GET /data/list/importTemplate': 'whole-site',
  'POST /data/list/import': 'own',
  'GET /data/list/importProgress': 'own',
  'POST /data/list/importCancel': 'own',
  'GET /data/cache/list': shows(),
  'GET /data/cache/one': query(({ cacheId }) => ({ id: cacheId })),
  'POST /data/cache/add': body(({ personId }) => ({ cacheKey: 'new', content: 'v', tenantId: personId })),
  'POST /data/cache/edit': body(({ cacheId }) => ({ id: cacheId, cacheKey: 'changed', content: 'v' })),
  'GET /data/cache/delete': query(({ cacheId }) => ({ ids: cacheId })),
  'GET /data/cache/export': exports(),

  'GET /device/deviceList/batchProgress': 'own',
  'POST /device/deviceList/batchCancel': 'own',

  'GET /system/auth/menuList': 'whole-site',
  'GET /system/auth/getMenus': 'whole-site',
  'GET /system/auth/menu': 'whole-site',
  'POST /system/auth/addMenu': 'whole-site',
  'PUT /system/auth/editMenu': 'whole-site',
  'PUT /system/auth/orderMenus': 'whole-site',
  'DELETE /system/auth/deleteMenu': 'whole-site',

  'GET /system/config/dict/type/list': 'whole-site',
  'GET /system/config/dict/type/one': 'whole-site',
  'POST /system/config/dict/type/add': 'whole-site',
  'PUT /system/config/dict/type/edit': 'whole-site',
  'DELETE /system/config/dict/type/delete': 'whole-site',
  'GET /system/dict/type/export': 'whole-site',
  'GET /system/config/dict/data/list': 'whole-site',
  'GET /system/config/dict/data/one': 'whole-site',
  'POST /system/config/dict/data/add': 'whole-site',
  'PUT /system/config/dict/data/edit': 'whole-site',
  'DELETE /system/config/dict/data/delete': 'whole-site',
  'GET /system/dict/data/export': 'whole-site',
  'GET /system/config/sysConfig/list': 'whole-site',
  'GET /system/config/sysConfig/one': 'whole-site',
  'POST /system/config/sysConfig/add': 'whole-site',
  'PUT /system/config/sysConfig/edit': 'whole-site',
  'DELETE /system/config/sysConfig/delete': 'whole-site',
  'GET /system/config/export': 'whole-site',
  'PUT /system/config/sysConfig/refreshCache': 'whole-site',

  'GET /system/notice/list': 'whole-site',
  'GET /system/notice/:id': 'whole-site',
  'POST /system/notice': 'whole-site',
  'PUT /system/notice': 'whole-site',
  'DELETE /system/notice/:ids': 'whole-site',
  'GET /system/notice/readUsers/list': 'own',

  'GET /system/monitor/operLog/list': shows(),
  'GET /system/monitor/operLog/detail': query(({ operationId }) => ({ id: operationId })),
  'DELETE /system/monitor/operLog/delete': body(({ operationId }) => ({ ids: [operationId] })),
  'DELETE /system/monitor/operLog/clear': 'own',
  'GET /monitor/operlog/export': exports(),
  'GET /system/monitor/loginLog/list': shows(),
  'DELETE /system/monitor/loginLog/delete': body(({ loginId }) => ({ ids: [loginId] })),
  'DELETE /system/monitor/loginLog/clear': 'own',
  'PUT /system/monitor/loginLog/unlock': body(({ personName }) => ({ userName: personName })),
  'GET /monitor/logininfor/export': exports(),
  'GET /system/monitor/online/list': shows(),
  'PUT /system/monitor/online/forceLogout': body(({ sessionId }) => ({ ids: [sessionId] })),

  'GET /data/dynamicTable/list': shows(),
  'GET /data/dynamicTable/one': query(({ dynamicTableId }) => ({ id: dynamicTableId })),
  'POST /data/dynamicTable/add': body(({ ownerId }) => ({ ...newTable, tenantId: ownerId })),
  'POST /data/dynamicTable/edit': body(({ dynamicTableId }) => ({
    ...newTable,
    id: dynamicTableId,
    confirmedLoss: 1,
  })),
  'POST /data/dynamicTable/effect': body(({ dynamicTableId }) => ({ ...newTable, id: dynamicTableId })),
  'GET /data/dynamicTable/contents': query(({ dynamicTableId }) => ({ ids: dynamicTableId })),
  'GET /data/dynamicTable/delete': query(({ dynamicTableId }) => ({ ids: dynamicTableId })),
  'GET /data/dynamicTable/export': exports(),
  'GET /data/dynamicData/tables': shows(),
  'GET /data/dynamicData/:tableId/design': onTable(),
  'GET /data/dynamicData/:tableId/list': onTable(),
  'GET /data/dynamicData/:tableId/one': onTable(({ dynamicRowId }) => ({ query: { id: dynamicRowId } })),
  'POST /data/dynamicData/:tableId/add': onTable(() => ({ body: { values: { name: 'x' } } })),
  'POST /data/dynamicData/:tableId/edit': onTable(({ dynamicRowId }) => ({
    body: { id: dynamicRowId, values: { name: 'x' } },
  })),
  'GET /data/dynamicData/:tableId/delete': onTable(({ dynamicRowId }) => ({ query: { ids: dynamicRowId } })),
  'GET /data/dynamicData/:tableId/export': onTable(),
  'GET /data/dynamicData/:tableId/importTemplate': onTable(),
  'POST /data/dynamicData/:tableId/import': 'own',
  'GET /data/dynamicData/importProgress': 'own',
  'POST /data/dynamicData/importCancel': 'own',

  'GET /permission/list': 'own',
  'GET /permission/holders': shows({ permission: 'device/group/list' }),
}
