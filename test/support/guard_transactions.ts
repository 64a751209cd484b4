import { guardTransactions } from '../../lib/db/transaction_guard.ts';

// Before each suite: what is awaited inside a transaction beside the transaction itself is a mistake, and is noticed.
guardTransactions();
