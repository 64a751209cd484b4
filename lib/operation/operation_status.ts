/** The status of an operation, with the words of the API, the events and the tables. */
export type OperationStatus = 'in_progress' | 'success' | 'failure';
