/** Both interfaces of libsql. Import this file late: a process on MySQL need not load the native library. */
export { default as Database } from 'libsql';
export { default as AsyncDatabase } from 'libsql/promise';
