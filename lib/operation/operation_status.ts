/** The status of a run of work, as the API, the events and the tables spell it. */
export type OperationStatus = 'in_progress' | 'success' | 'failure';
