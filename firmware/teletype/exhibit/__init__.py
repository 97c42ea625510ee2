# SPDX-License-Identifier: MIT
"""A device in a museum: visits, invitations, the operator's page and the counts."""
