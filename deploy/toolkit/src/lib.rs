//! Shared by the runner (`cargo xtask`), the operator's commands and the container laboratory.

pub mod command;
pub mod console;
pub mod installation;
pub mod python;
pub mod report;
pub mod retry;
pub mod services;
pub mod trace;
pub mod workspace;
